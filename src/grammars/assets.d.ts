/** `import path from "….wasm" with { type: "file" }` gives the path of the file, inside a compiled executable too. */
declare module "*.wasm" {
  const path: string;
  export default path;
}
