/** Numbers for people. */

const GROUPED = new Intl.NumberFormat("en-US");

/** `12,345` */
export function figure(n: number): string {
  return GROUPED.format(n);
}

const UNITS = ["bytes", "KiB", "MiB", "GiB", "TiB"];

/** `1.5 MiB` */
export function size(bytes: number): string {
  let value = bytes;
  let unit = 0;
  for (; value >= 1024 && unit < UNITS.length - 1; unit++) value /= 1024;
  return `${unit === 0 ? figure(value) : value.toFixed(1)} ${UNITS[unit]}`;
}

/** `93.1 %` of 0.931 */
export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** `1 original`, `2,000 originals` */
export function originals(n: number): string {
  return `${figure(n)} ${n === 1 ? "original" : "originals"}`;
}
