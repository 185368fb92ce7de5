/** `import path from "….bin" with { type: "file" }` gives the path of the file, inside a compiled executable too. */
declare module "*.bin" {
  const path: string;
  export default path;
}
