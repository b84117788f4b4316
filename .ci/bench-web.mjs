// npm run bench:web: runs Lighthouse on the public pages as on a slow phone. It serves the demo, audits each page five times and prints the medians with their targets. Lighthouse is installed at first use, because
// it is larger than all other packages together.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { chromiumFlags, chromiumPath, serveDemo } from './serve-demo.mjs'

/** The newest version that runs with Node 20. */
const version = '12.8.2'
const folder = path.resolve('node_modules/.cache/lighthouse')
const runs = 5
const pages = { landing: '/', plans: '/membership-plans', 'sign-in': '/auth' }
const wanted = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
/** The landing page has a limit of its own (docs/decisions/0024-one-entry.md). */
const wantedOf = (name) => (name === 'landing' ? { ...wanted, performance: 95 } : wanted)

const lighthouseFolder = path.join(folder, 'node_modules/lighthouse')
if (!existsSync(lighthouseFolder)) {
  const args = ['install', '--no-save', `--prefix=${folder}`, `lighthouse@${version}`]
  if (spawnSync('npm', args, { stdio: 'inherit' }).status !== 0) process.exit(1)
}
const { default: lighthouse } = await import(path.join(lighthouseFolder, 'core/index.js'))
const { launch } = await import(path.join(folder, 'node_modules/chrome-launcher/dist/index.js'))
const server = await serveDemo()
try {
  console.log(`Lighthouse ${version}, mobile, median of ${runs} (wanted)`)
  for (const [name, address] of Object.entries(pages)) {
    const audits = []
    for (let turn = 0; turn < runs; turn++) audits.push(await audit(server.url + address))
    report(name, audits)
  }
} finally {
  await server.close()
}

async function audit(url) {
  const chrome = await launch({ chromePath: chromiumPath, chromeFlags: ['--headless', ...chromiumFlags] })
  try {
    const { lhr } = await lighthouse(url, {
      port: chrome.port,
      onlyCategories: Object.keys(wanted),
      logLevel: 'silent',
    })
    return lhr
  } finally {
    await chrome.kill()
  }
}

function report(name, audits) {
  const limits = wantedOf(name)
  const scores = Object.keys(wanted).map((category) => {
    const all = audits.map(({ categories }) => Math.round(categories[category].score * 100)).sort((a, b) => a - b)
    const median = all[Math.floor(all.length / 2)]
    if (median < limits[category]) process.exitCode = 1
    return `${category} ${median} (${limits[category]})${median < limits[category] ? ' MISSED' : ''}`
  })
  console.log(`${name.padEnd(10)}${scores.join('   ')}`)
  const { categories, audits: found } = audits[0]
  for (const category of Object.keys(wanted)) {
    if (categories[category].score === 1 || category === 'performance') continue
    for (const { id, weight } of categories[category].auditRefs) {
      if (weight > 0 && found[id].score !== null && found[id].score < 1)
        console.log(`          ${category}: ${found[id].title}`)
    }
  }
}
