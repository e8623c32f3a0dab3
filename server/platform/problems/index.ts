// Validation of input, and problems as data.

export { badFields, type Check, compileCheck, compileExactCheck } from './check-value.ts'
export { errorView } from './error-view.ts'
export { type ProblemData, problemData, problemFrom } from './problem-data.ts'
