// The least that a page can do to show the same scene: one rectangle or one line per object, repainted in every frame.
// No canvas that paints everything can be faster.

export const barePage = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>A bare canvas</title></head>
  <body style="margin: 0">
    <canvas id="canvas" style="position: fixed; inset: 0; width: 100%; height: 100%"></canvas>
    <script type="module">
      const colors = { Beige: '#f3e7d3', Blue: '#b5d6f7', Gold: '#f6c967', Grey: '#dadee4', Red: '#f8aba1', Teal: '#9be0d5', Yellow: '#fdec94' }
      const canvas = document.getElementById('canvas')
      const surface = canvas.getContext('2d', { alpha: false })
      let objects = []
      let camera = null
      let isScheduled = false
      function schedule() {
        if (!isScheduled) requestAnimationFrame(paint)
        isScheduled = true
      }
      function paint() {
        isScheduled = false
        const ratio = devicePixelRatio
        const [width, height] = [Math.round(innerWidth * ratio), Math.round(innerHeight * ratio)]
        if (canvas.width !== width) canvas.width = width
        if (canvas.height !== height) canvas.height = height
        const scale = camera.zoom * ratio
        surface.setTransform(1, 0, 0, 1, 0, 0)
        surface.fillStyle = '#f4f5f7'
        surface.fillRect(0, 0, width, height)
        surface.setTransform(scale, 0, 0, scale, -camera.x * scale, -camera.y * scale)
        for (const object of objects) {
          if (object.points) {
            surface.lineWidth = object.size ?? object.width
            surface.beginPath()
            for (let at = 0; at < object.points.length; at += 2) surface.lineTo(object.points[at], object.points[at + 1])
            surface.stroke()
          } else {
            surface.fillStyle = colors[object.backgroundColor] ?? object.backgroundColor ?? object.fill
            surface.fillRect(object.x, object.y, object.width, object.height)
          }
        }
      }
      window.stage = {
        async start(given, first) {
          objects = given.map(object => (object.points ? { ...object, points: object.points.flat() } : object))
          camera = first
          schedule()
          await new Promise(resolve => requestAnimationFrame(resolve))
        },
        setCamera(next) {
          camera = next
          schedule()
        },
      }
    </script>
  </body>
</html>
`
