import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accessibilityViolations, overflows } from './faults'
import { fillNomination, openNomination } from './nomination-form'
import { binary, expect, startServer, test } from './site'

const password = 'Monsoon Ledger 7'

test('an owner sets up a fresh server with two plans, and a visitor nominates themselves', async ({ browser }) => {
  const dir = await mkdtemp(join(tmpdir(), 'boardcircle-e2e-fresh-'))
  execFileSync(binary, ['admin', 'create', 'asha', '--password-stdin', `--dir=${dir}`], { input: password })
  const { url, stop } = await startServer(dir, { isDemo: false })
  const context = await browser.newContext({ baseURL: url })
  try {
    const page = await context.newPage()
    const menu = page.getByRole('navigation', { name: 'Console' })

    await test.step('the owner signs in, and the menu has no entry of a module', async () => {
      await page.goto('/admin')
      await page.getByLabel('Username').fill('asha')
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
      await expect(menu.getByRole('link')).toHaveText([
        'Dashboard',
        'Overview',
        'Approvals',
        'Audit log',
        'Nominations',
        'Content Management',
        'Membership Tiers',
        'Payment Tracking',
        'Members',
        'Email Campaigns',
        'Settings',
        'Raw data',
        /^asha/,
        'Open the site',
      ])
    })

    await test.step('the owner chooses modules', async () => {
      // Sessions, the directory and the library are preselected, and the list disappears once it is answered.
      const chosen = page.getByRole('group', { name: 'Modules' }).getByRole('checkbox', { checked: true })
      await expect(chosen).toHaveCount(3)
      await page.getByRole('checkbox', { name: 'Coupons' }).check()
      expect(await accessibilityViolations(page)).toEqual([])
      expect(await overflows(page)).toEqual([])
      await page.getByRole('button', { name: 'Use these modules' }).click()
      await expect(menu.getByRole('link', { name: 'Circle' })).toBeVisible()
      await expect(chosen).toHaveCount(0)
    })

    await test.step('the owner creates two plans', async () => {
      await menu.getByRole('link', { name: 'Membership Tiers' }).click()
      for (const name of ['Founding circle', 'Yearly circle']) {
        await page.getByRole('button', { name: 'Create', exact: true }).click()
        const form = page.locator('#tier-form')
        await form.getByRole('textbox', { name: 'Name' }).fill(name)
        await form.getByRole('textbox', { name: 'Price' }).fill('30000')
        await form.getByRole('button', { name: 'Create' }).click()
        await expect(page.getByRole('article', { name })).toBeVisible()
      }
    })

    await test.step('a visitor reads the plans and sends a nomination', async () => {
      const visitor = await (await browser.newContext({ baseURL: url })).newPage()
      await expect(async () => {
        await visitor.goto('/membership-plans')
        await expect(visitor.getByRole('article', { name: 'Yearly circle' })).toBeVisible({ timeout: 1000 })
      }).toPass()
      await openNomination(visitor)
      await fillNomination(visitor, 'kavita@example.com')
      await visitor.getByRole('button', { name: 'Submit Nomination' }).click()
      await expect(visitor).toHaveURL(/registration-success$/)
      await visitor.context().close()
    })

    await test.step('the owner finds the nomination', async () => {
      await menu.getByRole('link', { name: 'Nominations' }).click()
      await expect(page.getByRole('link', { name: 'Kavita Subramanian' })).toBeVisible()
    })
  } finally {
    await context.close()
    await stop()
    await rm(dir, { recursive: true, force: true })
  }
})
