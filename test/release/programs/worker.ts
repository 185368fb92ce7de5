/** The second entry point of the small program: answers what it is sent. */
declare const self: { onmessage: (event: MessageEvent<string>) => void; postMessage(text: string): void };
self.onmessage = (event) => self.postMessage(`${event.data} from the worker`);
