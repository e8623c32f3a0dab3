// The angles at which rotating snaps: right angles when near, and with steps every 15 degrees.

const step = 15
const reach = 3

export function snappedAngle(degrees: number, hasSteps: boolean): number {
  if (hasSteps) return Math.round(degrees / step) * step
  const right = Math.round(degrees / 90) * 90
  return Math.abs(degrees - right) <= reach ? right : degrees
}
