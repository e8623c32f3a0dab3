// Whether the server is ready.

export { type CheckName, checkNames, Readiness, type ReadinessReport } from './readiness.ts'
export { readinessChecks } from './readiness-checks.ts'
