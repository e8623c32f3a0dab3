// Initializes an empty database at the first start.

export { firstStart } from './first-start.ts'
