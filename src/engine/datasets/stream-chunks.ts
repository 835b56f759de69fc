/**
 * The chunks of a stream, one after another. A reader of its own, because not every browser iterates streams.
 * Leaving the loop early cancels the stream; its error is thrown as it is.
 */
export async function* streamChunks<T>(stream: ReadableStream<T>): AsyncGenerator<T, void, undefined> {
  const reader = stream.getReader();
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        ended = true;
        return;
      }
      yield value;
    }
  } finally {
    // A stream that has failed gives its error again; whoever leaves the loop knows it, or left for a reason of their own.
    if (!ended) await reader.cancel().catch(() => {});
  }
}
