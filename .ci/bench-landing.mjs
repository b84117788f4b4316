// npm run bench:landing: measures what the landing page costs a visitor with a slow phone. It serves the demo, and loads the page five times with an empty cache and a CPU that is slowed down four times. It fails if a
// median exceeds its budget. Blocking time counts the CPU time of the page's main thread, so that a busy machine does
// not make the page look slow. The blocking time by the clock is printed too.
import { brotliCompressSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { chromiumFlags, chromiumPath, serveDemo } from './serve-demo.mjs'

const runs = 5
const slowdown = 4
/** How long the page is measured, in milliseconds. The opening animation has ended by then. */
const watched = 5_000

/** The limits for the medians. Script is counted as Brotli, which browsers are sent over https. */
const budgets = { blocking: 100, script: 125, shift: 0.01 }

const given = process.argv[2]
const server = given ? { url: given, close: () => {} } : await serveDemo()
const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumFlags })
try {
  const visits = []
  for (let run = 0; run < runs; run++) visits.push(await visit(browser, server.url))
  report(visits)
} finally {
  await browser.close()
  await server.close()
}

/** Loads the page once like a phone and returns the measurements. */
async function visit(browser, url) {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  await page.addInitScript(() => {
    const seen = { largest: 0, shift: 0 }
    window.seen = seen
    const watch = (type, each) =>
      new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true })
    watch('largest-contentful-paint', ({ startTime }) => {
      seen.largest = startTime
    })
    watch('layout-shift', ({ value, hadRecentInput }) => {
      if (!hadRecentInput) seen.shift += value
    })
  })
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const scripts = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body())
  })
  await browser.startTracing(page, { categories: ['toplevel', 'loading', 'disabled-by-default-devtools.timeline'] })
  const answer = await page.goto(url)
  await page.locator('html[data-live]').waitFor({ state: 'attached' })
  await page.waitForTimeout(watched)
  const seen = await page.evaluate(() => ({
    ...window.seen,
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  }))
  const tasks = tasksOf(JSON.parse(String(await browser.stopTracing())).traceEvents)
  const html = await answer.text()
  const bodies = await Promise.all(scripts)
  await context.close()
  return {
    blocking: blocking(tasks, 'work'),
    elapsed: blocking(tasks, 'time'),
    longest: Math.max(0, ...tasks.filter(({ isLate }) => isLate).map(({ work }) => work)),
    busy: sum(tasks.map(({ work }) => work)),
    painted: seen.painted,
    largest: seen.largest,
    shift: seen.shift,
    script: sum(bodies.map(compressed)) / 1000,
    html: html.length / 1000,
    htmlSent: compressed(html) / 1000,
    css: sum([...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style]) => style.length)) / 1000,
  }
}

/**
 * Returns the tasks of the page's main thread: the duration of each, its CPU time, and whether it
 * ended after the first paint.
 */
function tasksOf(events) {
  const painted = events.find(({ name }) => name === 'firstContentfulPaint')
  const isOfPage = ({ pid, tid }) => pid === painted.pid && tid === painted.tid
  return events
    .filter((event) => event.name === 'RunTask' && event.ph === 'X' && isOfPage(event))
    .map(({ ts, dur, tdur = dur }) => ({ time: dur / 1000, work: tdur / 1000, isLate: ts + dur > painted.ts }))
}

/** Lighthouse's definition: the time of each task above 50 ms, after the first paint. */
function blocking(tasks, by) {
  return sum(tasks.filter(({ isLate }) => isLate).map((task) => Math.max(0, task[by] - 50)))
}

function report(visits) {
  const median = (name) => visits.map((visit) => visit[name]).sort((a, b) => a - b)[Math.floor(visits.length / 2)]
  const line = (what, figure, rest = '') => console.log(`${what.padEnd(34)}${figure.padStart(12)}  ${rest}`)
  const all = (name, unit) => `(${visits.map((visit) => visit[name].toFixed(0)).join(', ')} ${unit})`
  console.log(`The landing page, median of ${runs} visits, CPU slowed down ${slowdown} times`)
  line('Total blocking time', `${median('blocking').toFixed(0)} ms`, all('blocking', 'ms'))
  line('  by the clock on the wall', `${median('elapsed').toFixed(0)} ms`, all('elapsed', 'ms'))
  line('Longest task', `${median('longest').toFixed(0)} ms`, all('longest', 'ms'))
  line('Main thread at work', `${median('busy').toFixed(0)} ms`, `in the first ${watched / 1000} seconds`)
  line('First contentful paint', `${median('painted').toFixed(0)} ms`)
  line('Largest contentful paint', `${median('largest').toFixed(0)} ms`)
  line('Cumulative layout shift', median('shift').toFixed(3))
  line('JavaScript before the form', `${median('script').toFixed(1)} kB`, 'Brotli')
  line('HTML', `${median('html').toFixed(1)} kB`, `${median('htmlSent').toFixed(1)} kB Brotli`)
  line('CSS in it', `${median('css').toFixed(1)} kB`)
  const over = Object.keys(budgets).filter((name) => median(name) > budgets[name])
  if (over.length > 0) {
    console.error(`Over budget: ${over.map((name) => `${name} (${budgets[name]})`).join(', ')}`)
    process.exitCode = 1
  }
}

function compressed(content) {
  return brotliCompressSync(content).length
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}
