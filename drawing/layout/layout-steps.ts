// A layout of a large graph takes long. It is made in steps, so that a server can do other work between them.

export type LayoutSteps<Result> = Generator<undefined, Result>

/** Makes the layout without a pause. */
export function runSteps<Result>(steps: LayoutSteps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
