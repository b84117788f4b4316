import type { Gathering, GatheringNews } from './gather-worker'

// A page that took longer to start already shows the ring, so the animation is skipped.
const latestStart = 2400

/**
 * Plays the animation once on the canvas, if the page allows motion. Returns a function that stops it. A worker draws
 * it, so that the page stays responsive; without a worker the ring appears without animation.
 */
export function gather(canvas: HTMLCanvasElement): (() => void) | undefined {
  const page = document.documentElement
  if (page.dataset.motion !== 'welcome') return
  const isInView = canvas.getBoundingClientRect().top < innerHeight
  if (!canvas.transferControlToOffscreen || !isInView || performance.now() > latestStart) {
    delete page.dataset.motion
    return
  }

  const worker = new Worker(new URL('./gather-worker.ts', import.meta.url), { type: 'module' })
  worker.onerror = done
  worker.onmessage = ({ data: news }: MessageEvent<GatheringNews>) => {
    if (news === 'started' && performance.now() <= latestStart) page.dataset.motion = 'playing'
    else done()
  }
  const offscreen = canvas.transferControlToOffscreen()
  const style = getComputedStyle(canvas)
  const gathering: Gathering = {
    canvas: offscreen,
    width: Math.round(canvas.clientWidth * Math.min(2, devicePixelRatio)),
    bright: style.getPropertyValue('--color-primary'),
    plain: style.getPropertyValue('--color-base-content'),
  }
  worker.postMessage(gathering, [offscreen])

  function done() {
    delete page.dataset.motion
    canvas.hidden = true
    worker.terminate()
  }

  return done
}
