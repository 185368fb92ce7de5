/** Reads from an address that is not mapped, so that the runtime's crash handler runs. */
import { type Pointer, read } from "bun:ffi";

console.log(read.u8(1 as Pointer, 0));
