import type { Page } from '@playwright/test'
import { accessibilityViolations, overflows } from './faults'
import { faultsOfTheWalk, press } from './keys'
import { signInWithNewPassword } from './member'
import { expect, openSite, test } from './site'

const line = 'Found in one evening the clause that three lawyers had missed.'

async function isWithoutFault(page: Page): Promise<void> {
  expect.soft(await accessibilityViolations(page), page.url()).toEqual([])
  expect.soft(await faultsOfTheWalk(page, 'content'), page.url()).toEqual([])
  expect.soft(await overflows(page), page.url()).toEqual([])
}

test('a member vouches for another, who approves it, and the author withdraws it', async ({ browser }) => {
  // The test changes profiles of the demo, so it has a server of its own.
  const site = await openSite()
  try {
    const author = await (await browser.newContext({ baseURL: site.url })).newPage()
    const other = await (await browser.newContext({ baseURL: site.url })).newPage()
    const meera = { email: 'meera.krishnan@sample.example', password: 'Boardcircle-Demo-1' }
    expect((await author.request.post('/api/login', { data: meera })).status()).toBe(200)
    let profile = ''

    await test.step('the member writes a line, which is not on the profile yet', async () => {
      await author.goto('/circle/directory?search=zarine')
      await author.getByRole('link', { name: 'Zarine Mistry' }).click()
      await expect(author.getByRole('heading', { level: 1, name: 'Zarine Mistry' })).toBeVisible()
      profile = author.url()
      await press(author, author.getByRole('button', { name: 'Vouch for Zarine Mistry' }))
      await author.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
      await expect(author.getByRole('dialog').getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
      await author.getByRole('dialog').getByRole('textbox').fill(line)
      await author.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
      await expect(author.getByText('Your line waits for Zarine Mistry')).toBeVisible()
      await author.reload()
      await expect(author.getByRole('heading', { level: 1, name: 'Zarine Mistry' })).toBeVisible()
      await expect(author.getByText(line)).toHaveCount(0)
    })

    await test.step('the other member gets an email and approves the line by keyboard', async () => {
      const email = 'zarine.mistry@sample.example'
      await site.mail(email, /Meera Krishnan/)
      await signInWithNewPassword(other, site, email)
      await other.goto('/circle/profile')
      const vouches = other.getByRole('region', { name: 'Vouches' })
      await expect(vouches.getByText(line).first()).toBeVisible()
      await isWithoutFault(other)
      await press(other, vouches.getByRole('button', { name: /^Approve.*Found in one evening/ }))
      await expect(other.getByText('Members see it on your profile')).toBeVisible()
    })

    await test.step('members see the line with its author until the author withdraws it', async () => {
      await author.reload()
      await expect(author.getByText(line)).toBeVisible()
      expect(await accessibilityViolations(author)).toEqual([])
      await author.goto('/circle/profile')
      await author.getByRole('button', { name: /^Withdraw.*Found in one evening/ }).click()
      await expect(author.getByText('Your line is withdrawn')).toBeVisible()
      await author.goto(profile)
      await expect(author.getByRole('heading', { level: 1, name: 'Zarine Mistry' })).toBeVisible()
      await expect(author.getByText(line)).toHaveCount(0)
      await other.reload()
      await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(other.getByText(line)).toHaveCount(0)
    })

    await test.step('a member declines one line about them and removes another', async () => {
      await author.goto('/circle/profile')
      const vouches = author.getByRole('region', { name: 'Vouches' })
      await vouches.getByRole('button', { name: /^Decline.*Chaired our nomination committee/ }).click()
      await expect(author.getByText('The line is declined')).toBeVisible()
      await expect(vouches.getByText('Chaired our nomination committee')).toHaveCount(0)
      await vouches.getByRole('button', { name: /^Remove.*Asks the question/ }).click()
      await expect(author.getByText('The line is removed')).toBeVisible()
      await expect(vouches.getByText(/Asks the question/)).toHaveCount(0)
      await expect(vouches.getByText(/She showed me, line by line/).first()).toBeVisible()
    })
  } finally {
    await site.close()
  }
})
