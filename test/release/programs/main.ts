/** A small program to compile in tests: says what it sees of its surroundings. */
const worker = new Worker(new URL("./worker.ts", import.meta.url).href);
worker.onmessage = (event: MessageEvent<string>) => {
  console.log(
    JSON.stringify({
      main: true,
      worker: event.data,
      execArgv: process.execArgv,
      argv: process.argv.slice(2),
      fromDotEnv: process.env.HOSTILE_DOT_ENV ?? null,
      preloaded: (globalThis as { hostilePreload?: boolean }).hostilePreload ?? false,
    }),
  );
  worker.terminate();
};
worker.postMessage("hello");
