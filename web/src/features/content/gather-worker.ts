import { dotsPerRing, rings, side } from './ring-geometry'

/** The message that starts the worker: the canvas, its width in pixels, and the theme's two colours. */
export type Gathering = { canvas: OffscreenCanvas; width: number; bright: string; plain: string }

/** The messages of the worker: the first frame or the last frame is drawn. */
export type GatheringNews = 'started' | 'done'

const duration = 2200

// The ten thousand dots are moved in a worker to keep the page's thread free.
const worker = self as unknown as {
  postMessage(news: GatheringNews): void
  onmessage: ((event: MessageEvent<Gathering>) => void) | null
}

worker.onmessage = ({ data: { canvas, width, bright, plain } }) => {
  const context = canvas.getContext('2d')
  if (!context) return worker.postMessage('done')
  canvas.width = width
  canvas.height = width
  const scale = width / side
  const dots = scatter(scale, pixelOf(context, bright, 1), pixelOf(context, plain, 0.6))
  const picture = context.createImageData(width, width)
  const pixels = new Uint32Array(picture.data.buffer)

  let begin: number | undefined
  requestAnimationFrame(draw)

  // Sets pixels directly: ten thousand canvas calls per frame would be too slow on a phone.
  function draw(now: number) {
    if (begin === undefined) worker.postMessage('started')
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
    if (time < 1) requestAnimationFrame(draw)
    else worker.postMessage('done')
  }
}

function ease(time: number): number {
  const left = (1 - time) * (1 - time)
  return 1 - left * left
}

/** The random start position of each dot within the circle. Lengths are in canvas pixels. */
function scatter(scale: number, bright: number, plain: number) {
  return rings.flatMap((ring) =>
    Array.from({ length: dotsPerRing }, (_, index) => ({
      angle: ((index + ring.turn) / dotsPerRing) * 2 * Math.PI,
      swing: (Math.random() - 0.2) * 1.6,
      from: Math.sqrt(Math.random()) * side * 0.48 * scale,
      to: ring.radius * scale,
      delay: Math.random() * 0.35,
      size: Math.max(1, Math.round(ring.width * scale * 0.9)),
      ink: ring.bright ? bright : plain,
    })),
  )
}

/** Converts a colour in any CSS notation to a canvas pixel. */
function pixelOf(context: OffscreenCanvasRenderingContext2D, colour: string, alpha: number): number {
  context.clearRect(0, 0, 1, 1)
  context.globalAlpha = alpha
  context.fillStyle = colour
  context.fillRect(0, 0, 1, 1)
  return new Uint32Array(context.getImageData(0, 0, 1, 1).data.buffer)[0] ?? 0
}
