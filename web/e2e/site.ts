import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { test as base, expect, type Locator, type Page } from '@playwright/test'

/** An email that the fake Brevo has accepted. */
interface Mail {
  id: string
  subject: string
  html: string
  text: string
}

/** The real binary in demo mode, with a copy of the sample data for each worker. */
export interface Site {
  url: string
  /** Waits for an email to an address whose subject matches. */
  mail(to: string, subject: RegExp): Promise<Mail>
  /** All emails that an address has received so far. */
  mails(to: string): Promise<Mail[]>
}

/** The binary of the server. */
export const binary = resolve(import.meta.dirname, '../../boardcircle')

/**
 * The time for a server to start, in milliseconds. It takes two seconds alone, but a minute next to the Go tests on a
 * slow machine.
 */
const startTimeout = 5 * 60_000

/**
 * The environment variable with a data directory of the demo. Creating the sample data is slow, so all servers start
 * from a copy.
 */
export const seeded = 'BOARDCIRCLE_E2E_SEEDED'

/** Starts the binary, in demo mode by default, and waits until it shows pages. `stop` stops it. */
export async function startServer(
  dir: string,
  { host = '127.0.0.1', isDemo = true } = {},
): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort()
  const url = `http://${host}:${port}`
  const server = spawn(binary, ['serve', ...(isDemo ? ['--demo'] : []), `--http=127.0.0.1:${port}`, `--dir=${dir}`], {
    env: { ...process.env, ADMIN_EMAIL: 'office@boardcircle.example', SITE_URL: url },
    // Without the demo, each request is logged there.
    stdio: ['ignore', 'ignore', isDemo ? 'inherit' : 'ignore'],
  })
  const stop = async () => {
    if (server.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit')
  }
  const deadline = Date.now() + startTimeout - 30_000
  while (!(await showsPages(url))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`the server at ${url} did not start`)
    }
    await wait(200)
  }
  return { url, stop }
}

/**
 * Starts a server with a new copy of the sample data. `close` stops it and deletes the copy. Passkeys need a host name
 * instead of an IP address.
 */
export async function openSite(host?: string): Promise<Site & { dir: string; close(): Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'boardcircle-e2e-'))
  await cp(process.env[seeded] ?? '', dir, { recursive: true })
  const { url, stop } = await startServer(dir, { host })
  const mails = async (to: string): Promise<Mail[]> =>
    (await fetch(`${url}/sandbox/inbox.json?to=${encodeURIComponent(to)}`)).json()
  return {
    url,
    dir,
    mails,
    async mail(to, subject) {
      let found: Mail | undefined
      await expect(async () => {
        found = (await mails(to)).find((mail) => subject.test(mail.subject))
        expect(found, `a mail to ${to} about ${subject}`).toBeDefined()
      }).toPass({ timeout: 20_000 })
      return found as Mail
    },
    async close() {
      await stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** Reports whether the pages are rendered. Before that the server answers, but with the empty shell. */
async function showsPages(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/no-such-page`).catch(() => null)
  return (await answer?.text())?.includes('</h1>') ?? false
}

export const test = base.extend<{ problems: string[]; closing: undefined }, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
    async ({}, use) => {
      const site = await openSite()
      await use(site)
      await site.close()
    },
    { scope: 'worker', timeout: startTimeout },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  /** Closes the contexts that a test has opened. Their pages would keep running and slow down the next tests. */
  closing: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
  /** The errors in the page's console. A test that uses `page` fails if there are any. */
  problems: [
    async ({ page }, use) => {
      const problems: string[] = []
      page.on('pageerror', (error) => problems.push(error.message))
      page.on('console', (message) => {
        // Three errors are expected: a refused call, which the test itself checks, Playwright's recorder, which may not
        // run in the frame of an email, and the pictures of an email that is previewed without pictures.
        const isExpected =
          /Failed to load resource|Blocked script execution in '[^']*\/api\/email|violates .*"img-src data:"/.test(
            message.text(),
          )
        if (message.type() === 'error' && !isExpected) problems.push(message.text())
        if (/hydrat/i.test(message.text())) problems.push(message.text())
      })
      await use(problems)
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Opens a page until it shows a change: on a busy machine the server may render it after the request. */
export async function openUntilShown(page: Page, path: string, changed: Locator): Promise<void> {
  await expect(async () => {
    await page.goto(path)
    await expect(changed).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 30_000 })
}

/** Returns an address that no other test uses. */
export function freshEmail(name: string): string {
  return `${name}.${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}@example.com`
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
