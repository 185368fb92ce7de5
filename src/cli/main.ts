/** Entry point of the executable: without arguments the server, else a verb of the command line. */
const args = process.argv.slice(2);

if (args.length === 0) {
  const { serve } = await import("./serve.ts");
  await serve();
} else {
  const [{ run }, { processIo }] = await Promise.all([import("./run.ts"), import("./io.ts")]);
  process.exitCode = await run(args, processIo());
}
