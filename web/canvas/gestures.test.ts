import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGestures, type PointerSample } from './gestures.ts'

/** The gestures, and a list of the calls to their host. */
function machine({ takes = true }: { takes?: boolean } = {}) {
  const calls: string[] = []
  const gestures = createGestures<PointerSample>({
    offer(sample) {
      calls.push(`offer ${sample.id}`)
      return takes
    },
    toolMove: sample => calls.push(`move ${sample.x},${sample.y}`),
    toolUp: sample => calls.push(`up ${sample.id}`),
    toolCancel: () => calls.push('cancel'),
    pan: (byX, byY) => calls.push(`pan ${byX},${byY}`),
    pinch: ({ x, y }, factor) => calls.push(`pinch ${x},${y} ×${factor}`),
  })
  return { gestures, calls }
}

const mouse = (x: number, y: number, more: Partial<PointerSample> = {}): PointerSample => ({
  id: 1,
  pointerType: 'mouse',
  button: 0,
  timeMs: 0,
  x,
  y,
  ...more,
})
const finger = (id: number, x: number, y: number, timeMs = 0) => mouse(x, y, { id, pointerType: 'touch', timeMs })
const pen = (x: number, y: number, timeMs = 0) => mouse(x, y, { id: 9, pointerType: 'pen', timeMs })

test('a pointer taken by the tool belongs to it until it is released', () => {
  const { gestures, calls } = machine()
  gestures.down(mouse(10, 10))
  assert.equal(gestures.state, 'tool')
  gestures.move(mouse(12, 14))
  gestures.up(mouse(12, 14))
  assert.deepEqual(calls, ['offer 1', 'move 12,14', 'up 1'])
  assert.equal(gestures.state, 'idle')
})

test('a pointer that the tool does not take pans, except the secondary button', () => {
  const { gestures, calls } = machine({ takes: false })
  gestures.down(mouse(10, 10))
  gestures.move(mouse(15, 8))
  gestures.up(mouse(15, 8))
  gestures.down(mouse(10, 10, { button: 2 }))
  gestures.move(mouse(40, 40))
  assert.deepEqual(calls, ['offer 1', 'pan 5,-2', 'offer 1'])
})

test('the middle button, and any pointer while Space is held, pan without asking the tool', () => {
  const { gestures, calls } = machine()
  gestures.down(mouse(0, 0, { button: 1 }))
  gestures.move(mouse(3, 0))
  gestures.up(mouse(3, 0))
  gestures.isHandHeld = true
  gestures.down(mouse(0, 0))
  gestures.move(mouse(0, 4))
  assert.deepEqual(calls, ['pan 3,0', 'pan 0,4'])
})

test('[WEB-4] two fingers pinch around their middle, and the remaining one pans', () => {
  const { gestures, calls } = machine({ takes: false })
  gestures.down(finger(1, 100, 100))
  gestures.down(finger(2, 200, 100))
  assert.equal(gestures.state, 'pinch')
  gestures.move(finger(2, 300, 100))
  gestures.up(finger(1, 100, 100))
  gestures.move(finger(2, 310, 100))
  assert.deepEqual(calls, ['offer 1', 'pan 50,0', 'pinch 200,100 ×2', 'pan 10,0'])
})

test('a second finger soon after the first cancels the tool, a late one is ignored', () => {
  const early = machine()
  early.gestures.down(finger(1, 0, 0))
  early.gestures.move(finger(1, 5, 0, 50))
  early.gestures.down(finger(2, 90, 0, 100))
  assert.deepEqual(early.calls, ['offer 1', 'move 5,0', 'cancel'])
  assert.equal(early.gestures.state, 'pinch')
  const late = machine()
  late.gestures.down(finger(1, 0, 0))
  late.gestures.move(finger(1, 80, 0, 500))
  late.gestures.down(finger(2, 90, 0, 600))
  late.gestures.move(finger(2, 99, 0, 620))
  late.gestures.up(finger(1, 80, 0, 700))
  assert.deepEqual(late.calls, ['offer 1', 'move 80,0', 'up 1'])
})

test('[WEB-2] a resting palm does nothing, and fingers pan while a pen is in use', () => {
  const { gestures, calls } = machine()
  gestures.down(pen(0, 0, 1000))
  gestures.down(finger(2, 50, 50, 1010))
  gestures.move(finger(2, 70, 70, 1020))
  gestures.move(pen(4, 4, 1030))
  gestures.up(pen(4, 4, 1040))
  gestures.down(finger(3, 50, 50, 1200))
  assert.equal(gestures.state, 'idle', 'still a palm')
  gestures.down(finger(4, 50, 50, 3000))
  gestures.move(finger(4, 60, 50, 3010))
  assert.deepEqual(calls, ['offer 9', 'move 4,4', 'up 9', 'pan 10,0'])
})

test('a pen takes over while a palm is panning', () => {
  const { gestures, calls } = machine()
  gestures.isHandHeld = true
  gestures.down(finger(1, 0, 0))
  gestures.isHandHeld = false
  gestures.down(pen(5, 5, 10))
  gestures.move(finger(1, 30, 30, 20))
  assert.deepEqual(calls, ['offer 9'])
  assert.equal(gestures.state, 'tool')
})

test('a canceled pointer ends the gesture without effect', () => {
  const { gestures, calls } = machine()
  gestures.down(mouse(0, 0))
  gestures.cancel(7)
  assert.equal(gestures.state, 'tool')
  gestures.cancel(1)
  gestures.move(mouse(9, 9))
  gestures.up(mouse(9, 9))
  assert.deepEqual(calls, ['offer 1', 'cancel'])
})
