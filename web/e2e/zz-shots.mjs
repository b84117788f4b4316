import { chromium } from '@playwright/test'
import { readFileSync, existsSync } from 'node:fs'
const exe = JSON.parse(readFileSync('.ci/browsers.json', 'utf8')).find(existsSync)
const base = process.argv[2]
const b = await chromium.launch({ executablePath: exe, args: ['--no-sandbox', '--disable-gpu'] })
const todo = (process.argv[3] || '').split(',')
const pages = {
  texts: ['/admin/email-texts', async () => {}],
  text: ['/admin/email-texts/payment-confirmed', async (p) => { await p.getByText(/mail programs cut off/).waitFor() }],
  changed: ['/admin/email-texts/welcome', async (p) => { await p.getByText(/mail programs cut off/).waitFor() }],
  reset: ['/admin/email-texts/password-reset', async (p) => { await p.getByText(/mail programs cut off/).waitFor() }],
  darkmail: ['/admin/email-texts/nomination-received', async (p) => { await p.getByRole('button', { name: 'Dark', exact: true }).click(); await p.waitForTimeout(800) }],
  emails: ['/admin/emails', async (p) => { await p.getByText('Sending health').first().click() }],
  frame: ['/admin/settings/emails', async (p) => { await p.getByText(/mail programs cut off/).waitFor() }],
}
for (const [w, scheme] of [[360, 'light'], [768, 'dark'], [1280, 'light'], [1280, 'dark'], [360, 'dark']]) {
  const c = await b.newContext({ baseURL: base, viewport: { width: w, height: 900 }, colorScheme: scheme, locale: 'en-IN', timezoneId: 'Asia/Kolkata', reducedMotion: 'reduce' })
  const p = await c.newPage()
  await p.request.post('/api/admin/login', { data: { username: 'demo', password: 'Boardcircle-Demo-1' } })
  for (const name of todo) {
    const [path, then] = pages[name]
    await p.goto(path)
    await p.getByRole('heading', { level: 1 }).waitFor()
    await p.waitForTimeout(700)
    try { await then(p) } catch (e) { console.log(name, w, scheme, String(e).slice(0, 200)) }
    await p.waitForTimeout(500)
    const over = await p.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (over > 0) console.log('overflow', name, w, over)
    await p.screenshot({ path: `/tmp/shots/${name}-${w}-${scheme}.png`, fullPage: true })
  }
  await c.close()
}
await b.close()
