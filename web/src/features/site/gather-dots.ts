import { dotsPerRing, rings, side } from './ring-geometry'

// A page that took longer than this to wake has shown its ring already, and leaves it in peace.
const latestStart = 2400
const duration = 2200

/** Plays the gathering once on the canvas, if the page welcomes motion. Answers how to stop it. */
export function gather(canvas: HTMLCanvasElement): (() => void) | undefined {
  const page = document.documentElement
  if (page.dataset.motion !== 'welcome') return
  const context = canvas.getContext('2d')
  if (!context || performance.now() > latestStart) return done()

  const width = Math.round(canvas.clientWidth * Math.min(2, devicePixelRatio))
  canvas.width = width
  canvas.height = width
  const scale = width / side
  const dots = scatter(scale, inksOf(canvas, context))
  const picture = context.createImageData(width, width)
  const pixels = new Uint32Array(picture.data.buffer)
  page.dataset.motion = 'playing'

  let begin: number | undefined
  let frame = requestAnimationFrame(draw)

  // Pixels are set by hand: ten thousand calls of the canvas at each frame would be too slow for a telephone.
  function draw(now: number) {
    begin ??= now
    const time = Math.min(1, (now - begin) / duration)
    pixels.fill(0)
    for (const dot of dots) {
      const way = ease(Math.min(1, Math.max(0, (time - dot.delay) / (1 - dot.delay))))
      const angle = dot.angle - (1 - way) * dot.swing
      const radius = dot.from + (dot.to - dot.from) * way
      const left = Math.round(width / 2 + radius * Math.cos(angle) - dot.size / 2)
      const top = Math.round(width / 2 + radius * Math.sin(angle) - dot.size / 2)
      for (let y = top; y < top + dot.size; y++)
        for (let x = left; x < left + dot.size; x++) pixels[y * width + x] = dot.ink
    }
    context?.putImageData(picture, 0, 0)
    if (time < 1) frame = requestAnimationFrame(draw)
    else done()
  }

  function done(): undefined {
    delete page.dataset.motion
    canvas.width = 0
  }

  return () => {
    cancelAnimationFrame(frame)
    done()
  }
}

function ease(time: number): number {
  const left = (1 - time) * (1 - time)
  return 1 - left * left
}

/** Where each dot starts: anywhere in the round, by chance. Lengths are in the canvas's own pixels. */
function scatter(scale: number, inks: { bright: number; plain: number }) {
  return rings.flatMap((ring) =>
    Array.from({ length: dotsPerRing }, (_, index) => ({
      angle: ((index + ring.turn) / dotsPerRing) * 2 * Math.PI,
      swing: (Math.random() - 0.2) * 1.6,
      from: Math.sqrt(Math.random()) * side * 0.48 * scale,
      to: ring.radius * scale,
      delay: Math.random() * 0.35,
      size: Math.max(1, Math.round(ring.width * scale * 0.9)),
      ink: ring.bright ? inks.bright : inks.plain,
    })),
  )
}

/** The theme's two colours as the canvas stores them, whatever notation the stylesheet uses. */
function inksOf(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D): { bright: number; plain: number } {
  const style = getComputedStyle(canvas)
  const paint = (x: number, colour: string, alpha: number) => {
    context.globalAlpha = alpha
    context.fillStyle = style.getPropertyValue(colour)
    context.fillRect(x, 0, 1, 1)
  }
  paint(0, '--color-primary', 1)
  paint(1, '--color-base-content', 0.6)
  const [bright = 0, plain = 0] = new Uint32Array(context.getImageData(0, 0, 2, 1).data.buffer)
  return { bright, plain }
}
