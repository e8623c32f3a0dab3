// What the first start creates.

export { firstStart } from './first-start.ts'
