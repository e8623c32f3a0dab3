// Several speak at once and are heard one after the other: what somebody says before their turn is kept until then.

export type Voice = { say: (text: string) => void; end: () => void }

/** Each voice that is asked for is heard after those before it have ended. */
export function inOrder(hear: (text: string) => void): { next: () => Voice } {
  const voices: { kept: string[]; isOver: boolean }[] = []
  const goOn = () => {
    for (let first = voices[0]; first; first = voices[0]) {
      for (const text of first.kept.splice(0)) hear(text)
      if (!first.isOver) return
      voices.shift()
    }
  }
  return {
    next() {
      const voice = { kept: [] as string[], isOver: false }
      voices.push(voice)
      return {
        say(text) {
          voice.kept.push(text)
          goOn()
        },
        end() {
          voice.isOver = true
          goOn()
        },
      }
    },
  }
}
