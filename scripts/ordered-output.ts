// Lets several tasks write at once while their output appears in order: text that a task writes before its turn is
// buffered.

export type Output = { write: (text: string) => void; end: () => void }

/** The text of each opened output appears after the outputs opened before it have ended. */
export function orderedOutput(print: (text: string) => void): { open: () => Output } {
  const outputs: { buffered: string[]; hasEnded: boolean }[] = []
  const flush = () => {
    for (let first = outputs[0]; first; first = outputs[0]) {
      for (const text of first.buffered.splice(0)) print(text)
      if (!first.hasEnded) return
      outputs.shift()
    }
  }
  return {
    open() {
      const output = { buffered: [] as string[], hasEnded: false }
      outputs.push(output)
      return {
        write(text) {
          output.buffered.push(text)
          flush()
        },
        end() {
          output.hasEnded = true
          flush()
        },
      }
    },
  }
}
