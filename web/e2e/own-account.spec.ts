import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { authenticatorCode } from './authenticator'
import { accessibilityViolations } from './faults'
import { press } from './keys'
import { picture } from './picture'
import { expect, freshEmail, openSite, test } from './site'

const password = 'Monsoon Ledger 7'

async function register(page: Page, email: string): Promise<void> {
  await page.goto('/auth?tab=register')
  const form = page.getByRole('tabpanel', { name: 'Register' })
  await form.getByLabel('Full name').fill('Asha Rao')
  await form.getByLabel('Email', { exact: true }).fill(email)
  await form.getByLabel('Phone', { exact: true }).fill('+91 98765 43210')
  await form.getByLabel('Location').fill('Pune, Maharashtra')
  await form.getByLabel('Password', { exact: true }).fill(password)
  await expect(form.getByRole('checkbox')).toHaveCount(0)
  await form.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account')
}

async function login(page: Page, email: string, secret: string): Promise<void> {
  await page.goto('/auth')
  const form = page.getByRole('tabpanel', { name: 'Login' })
  await form.getByLabel('Email', { exact: true }).fill(email)
  await form.getByLabel('Password or 4-digit PIN').fill(secret)
  await form.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText('Welcome back, Asha Rao!')).toBeVisible()
}

/** Returns the section of a page with the given heading. */
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a member’s first week: signs up, edits the profile, chooses emails, secures the account, signs out', async ({
  page,
  browser,
  site,
}) => {
  const email = freshEmail('firstweek')
  await register(page, email)
  await expect(page.getByRole('region', { name: 'Membership card' })).toContainText('Asha Rao')
  const tabs = page.getByRole('navigation', { name: 'Your account' })

  await test.step('the member edits the profile', async () => {
    await tabs.getByRole('link', { name: 'Profile' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile')
    await page.getByLabel('Company').fill('Deccan Steel') // no row for a board yet
    await page.getByLabel('Designation').fill('Chief Financial Officer')
    await page.getByLabel('DIN').fill('123')
    const boards = page.getByRole('group', { name: /^Boards/ })
    const board = (n: number) => boards.getByRole('group', { name: `Board ${n}` })
    for (const [index, company] of ['Deccan Steel Ltd', 'Withdrawn Ltd', 'Sahyadri Foods Ltd'].entries()) {
      await press(page, boards.getByRole('button', { name: 'Add a board' }))
      await expect(board(index + 1).getByLabel('Company')).toBeFocused()
      await page.keyboard.type(company)
    }
    await board(3).getByLabel('CIN').fill('L17')
    await press(page, board(2).getByRole('button', { name: 'Remove board 2' }))
    await expect(board(2).getByRole('button')).toBeFocused()
    await board(1).getByLabel('Your role').fill('Independent director')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByText('A DIN has eight digits')).toBeVisible()
    await expect(board(2).getByText('A CIN has 21 letters and digits')).toBeVisible()
    await board(2).getByLabel('CIN').fill('L17110MH1973PLC019786')
    await picture(page, 'profile-boards')
    await page.getByLabel('DIN').fill('01234567')
    await page.getByLabel('Full name').fill('Asha Rao-Iyer')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByText('Your profile was saved')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Asha Rao-Iyer' })).toBeVisible()
    await page.reload()
    await expect(board(1).getByLabel('Your role')).toHaveValue('Independent director')
    await expect(board(2).getByLabel('Company')).toHaveValue('Sahyadri Foods Ltd')
    await expect(boards.getByRole('group', { name: /^Board \d/ })).toHaveCount(2) // each has a group of term days too
    await page.getByLabel('Full name').fill('Asha Rao')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByRole('button', { name: 'Asha Rao', exact: true })).toBeVisible()
  })

  await test.step('the member crops a portrait with the keyboard', async () => {
    const portrait = section(page, 'Portrait')
    const file = resolve(import.meta.dirname, '../../.ci/pictures/console.jpg')
    await portrait.getByLabel('Choose a picture').setInputFiles(file)
    const dialog = page.getByRole('dialog', { name: 'Your portrait' })
    await press(page, dialog.getByLabel('Size'), 'End')
    await press(page, dialog.getByLabel('Up or down'), 'Home')
    await expect(dialog.getByLabel('Size')).toHaveValue('4')
    expect.soft(await accessibilityViolations(page)).toEqual([])
    await picture(page, 'portrait')
    await press(page, dialog.getByRole('button', { name: 'Save portrait' }))
    await expect(page.getByText('Your portrait was saved')).toBeVisible()
    await expect(portrait.getByRole('img', { name: 'Portrait of Asha Rao' })).toHaveJSProperty('naturalWidth', 640)
    await tabs.getByRole('link', { name: 'Overview' }).click()
    const card = page.getByRole('region', { name: 'Membership card' })
    await expect(card.getByRole('img', { name: 'Portrait of Asha Rao' })).toHaveJSProperty('naturalWidth', 640)
    await picture(page, 'membership-card')
    await tabs.getByRole('link', { name: 'Profile' }).click()
    await portrait.getByLabel('Choose another picture').setInputFiles(import.meta.filename)
    await expect(portrait.getByText('Your browser cannot read this file as an image.')).toBeVisible()
  })

  await test.step('the member chooses which emails to get', async () => {
    await tabs.getByRole('link', { name: 'Emails' }).click()
    await press(page, page.getByRole('checkbox', { name: 'Events' }), ' ')
    await expect(page.getByText('Your choice was saved')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('checkbox', { name: 'Events' })).not.toBeChecked()
    await expect(page.getByRole('checkbox', { name: 'Your membership' })).toBeChecked()
    await expect(section(page, 'Emails we always send').getByText('Receipts, invoices and refunds')).toBeVisible()
  })

  await tabs.getByRole('link', { name: 'Security' }).click()

  await test.step('the member confirms the address by a link, and stays signed in', async () => {
    const addressSection = section(page, 'Email')
    await expect(addressSection.getByText('Not confirmed')).toBeVisible()
    await addressSection.getByRole('button', { name: 'Confirm this address' }).click()
    const mail = await site.mail(email, /confirm your email address/i)
    const link = mail.text.match(/\S+\/confirm-email\?token=\S+/)?.[0] ?? ''
    await page.goto(link)
    await expect(page).toHaveURL(`${site.url}/confirm-email`)
    await page.getByRole('button', { name: 'Confirm this address' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email address was confirmed')
    await page.goto('/account/security')
    await expect(section(page, 'Email').getByText('Confirmed', { exact: true })).toBeVisible()
  })

  const phone = await (await browser.newContext({ baseURL: site.url })).newPage()

  await test.step('the member changes the password and sets a PIN', async () => {
    const form = section(page, 'Password')
    await form.getByLabel('Current password', { exact: true }).fill('Wrong Password 9')
    await form.getByLabel('New password', { exact: true }).fill('Krishna Delta 9x')
    await form.getByLabel('Confirm password').fill('Krishna Delta 9x')
    await form.getByRole('button', { name: 'Change password' }).click()
    await expect(form.getByText('This is not your current password')).toBeVisible()
    await form.getByLabel('Current password', { exact: true }).fill(password)
    await form.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Your password was changed')).toBeVisible()
    await site.mail(email, /password was changed/i)

    const pin = section(page, 'PIN')
    await pin.getByRole('button', { name: 'Set a PIN' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set a PIN' })
    await dialog.getByLabel('New PIN').fill('4826')
    await dialog.getByLabel('Current password').fill('Krishna Delta 9x')
    await dialog.getByRole('button', { name: 'Save PIN' }).click()
    await expect(pin.getByText('On', { exact: true })).toBeVisible()
    await login(phone, email, '4826')
  })

  await test.step('the member sees the sessions and ends the one on the phone', async () => {
    await page.reload()
    const sessions = section(page, 'Where you are signed in')
    await expect(sessions.getByRole('listitem')).toHaveCount(2)
    await sessions.getByRole('button', { name: /End session/ }).click()
    await expect(sessions.getByRole('listitem')).toHaveCount(1)
    await phone.goto('/account/profile')
    await expect(phone.getByText('You need to be logged in to access this page.')).toBeVisible()
    await phone.getByRole('link', { name: 'Sign In' }).click()
    await expect(phone).toHaveURL(/redirect=%2Faccount%2Fprofile/)
    await phone.context().close()
  })

  await test.step('the member turns two-step sign-in on, and signs in with the PIN and a code', async () => {
    const twoStep = section(page, 'Two-step sign-in')
    await twoStep.getByLabel('Current password').fill('Krishna Delta 9x')
    await twoStep.getByRole('button', { name: 'Set up two-step sign-in' }).click()
    await expect(twoStep.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
    await picture(page, 'two-step')
    const secret = (await twoStep.locator('code').innerText()).replaceAll(' ', '')
    await twoStep.getByLabel('Code', { exact: true }).fill(authenticatorCode(secret))
    await twoStep.getByRole('button', { name: 'Confirm' }).click()
    const codes = twoStep.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await expect(codes).toHaveCount(8)
    const recovery = await codes.first().innerText()
    await twoStep.getByRole('button', { name: 'I have saved them' }).click()
    await expect(twoStep.getByText('Unused recovery codes: 8')).toBeVisible()
    await site.mail(email, /two-step sign-in is on/i)

    const elsewhere = await (await browser.newContext({ baseURL: site.url })).newPage()
    await elsewhere.goto('/auth')
    const form = elsewhere.getByRole('tabpanel', { name: 'Login' })
    await form.getByLabel('Email', { exact: true }).fill(email)
    await form.getByLabel('Password or 4-digit PIN').fill('4826')
    await form.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(form.getByRole('heading', { name: 'Two-step sign-in' })).toBeVisible()
    await expect(form.getByLabel('Code', { exact: true })).toBeFocused()
    expect.soft(await accessibilityViolations(elsewhere)).toEqual([])
    await picture(elsewhere, 'code')
    await form.getByLabel('Code', { exact: true }).fill('12345')
    await elsewhere.keyboard.press('Enter')
    await expect(form.getByText('This code is wrong or was already used.').first()).toBeVisible()
    await form.getByLabel('Code', { exact: true }).fill(recovery)
    await elsewhere.keyboard.press('Enter')
    await expect(elsewhere.getByText('Welcome back, Asha Rao!')).toBeVisible()

    // A sign-out ends only this session.
    await elsewhere.goto('/account/billing')
    await elsewhere.getByRole('button', { name: 'Asha Rao' }).click()
    await elsewhere.getByRole('button', { name: 'Logout' }).click()
    await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('You are signed out')
    await picture(elsewhere, 'signed-out')
    await elsewhere.context().close()
    await page.reload()
    await expect(section(page, 'Where you are signed in').getByRole('listitem')).toHaveCount(1)
  })

  await test.step('the member signs out everywhere', async () => {
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await expect(page.getByText('You are signed out everywhere')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are signed out')
  })
})

test('the address of a member changes when they follow the link sent to the new address', async ({ page, site }) => {
  const former = freshEmail('former')
  const next = freshEmail('next')
  await register(page, former)
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Change email address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change email address' })
  await dialog.getByLabel('New email address').fill(next)
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('Confirm your new address')).toBeVisible()
  await site.mail(former, /about to change/i)
  const mail = await site.mail(next, /confirm your new email address/i)
  await page.goto(mail.text.match(/\S+\/confirm-email\?token=\S+/)?.[0] ?? '')
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email address was changed')
  await page.getByRole('link', { name: 'Go to your account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account')
  await page.getByRole('button', { name: 'Asha Rao' }).click()
  await expect(page.locator('#user-menu').getByText(next)).toBeVisible()
  await site.mail(former, /was changed/i)
})

test('a passkey signs a member in to the account, and an admin to the console', async ({ browser }) => {
  test.setTimeout(300_000) // starts its own server
  const site = await openSite('localhost')
  const page = await (await browser.newContext({ baseURL: site.url })).newPage()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const addPasskey = async (secret: string) => {
    await section(page, 'Passkeys').getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await dialog.getByLabel('Current password').fill(secret)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(section(page, 'Passkeys').getByRole('listitem')).toHaveCount(1)
  }

  await test.step('a member', async () => {
    const email = freshEmail('passkey')
    await register(page, email)
    await page.goto('/account/security')
    await addPasskey(password)
    await site.mail(email, /passkey was added/i)
    expect(await accessibilityViolations(page)).toEqual([])
    await page.context().clearCookies()
    await page.goto('/auth')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByText('Welcome back, Asha Rao!')).toBeVisible()
    await expect(page).toHaveURL(/\/account$/)
    await page.goto('/account/security')
    await section(page, 'Passkeys')
      .getByRole('button', { name: /Remove the passkey/ })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Current password').fill(password)
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(section(page, 'Passkeys').getByRole('listitem')).toHaveCount(0)
    // The virtual authenticator always uses the first passkey, although a person can choose one.
    await devtools.send('WebAuthn.clearCredentials', { authenticatorId })
  })

  await test.step('an admin', async () => {
    const { demoAdmin } = await (await page.request.get('/api/config')).json()
    await page.goto('/admin/settings/account')
    const signIn = async () => {
      await page.getByLabel('Username').fill(demoAdmin.username)
      await page.getByLabel('Password', { exact: true }).fill(demoAdmin.password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    }
    await page.context().clearCookies()
    await page.reload()
    await signIn()
    await addPasskey(demoAdmin.password)
    await page.context().clearCookies()
    await page.reload()
    await signIn()
    await expect(page.getByText('This account has a passkey. Please sign in with it.').first()).toBeVisible()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(section(page, 'Passkeys').getByRole('listitem')).toHaveCount(1)
  })
  await page.context().close()
  await site.close()
})
