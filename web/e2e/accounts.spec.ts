import type { Locator, Page } from '@playwright/test'
import { expect, freshEmail, test } from './site'

const password = 'Monsoon Ledger 7'
const pin = '4826'

async function register(page: Page, email: string): Promise<void> {
  const form = await registerTab(page)
  await form.getByLabel('Full name').fill('Asha Rao')
  await form.getByLabel('Email', { exact: true }).fill(email)
  await form.getByLabel('Phone', { exact: true }).fill('+91 98765 43210')
  await form.getByLabel('Location').fill('Pune, Maharashtra')
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByLabel(/4-digit PIN/).fill(pin)
  await form.getByRole('button', { name: 'Create account' }).click()
}

async function registerTab(page: Page): Promise<Locator> {
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Register' }).click()
  return page.getByRole('tabpanel', { name: 'Register' })
}

async function login(page: Page, email: string, secret: string): Promise<void> {
  await page.goto('/auth')
  const form = page.getByRole('tabpanel', { name: 'Login' })
  await form.getByLabel('Email', { exact: true }).fill(email)
  await form.getByLabel('Password or 4-digit PIN').fill(secret)
  await form.getByRole('button', { name: 'Login', exact: true }).click()
}

async function logout(page: Page): Promise<void> {
  // The arrival at the next page closes the menu.
  await expect(page).not.toHaveURL(/\/auth/)
  await expect(page.getByRole('tabpanel')).toHaveCount(0)
  await page.getByRole('button', { name: 'Asha Rao' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('You have been successfully logged out.')).toBeVisible()
}

test('a visitor creates an account, signs out, and signs in with their PIN', async ({ page, site }) => {
  const email = freshEmail('asha')
  await register(page, email)
  await expect(page.getByText('Registration successful')).toBeVisible()
  await expect(page).toHaveURL(`${site.url}/account`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account')
  await site.mail(email, /welcome/i)

  await page.getByRole('button', { name: 'Asha Rao' }).click()
  await expect(page.locator('#user-menu').getByText(email)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto('/auth')
  await expect(page).toHaveURL(`${site.url}/account`)
  await logout(page)

  await login(page, email, pin)
  await expect(page.getByText('Welcome back, Asha Rao!')).toBeVisible()
})

test('the nomination form is prefilled for a signed-in member', async ({ page }) => {
  const email = freshEmail('known')
  await register(page, email)
  await expect(page.getByText('Registration successful')).toBeVisible()
  await page.goto('/#register')
  await expect(page.getByText('Authenticated as Asha Rao')).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await expect(page.getByLabel('Email', { exact: true })).not.toBeEditable()
  await expect(page.getByLabel('City')).toHaveValue('Pune')
  await expect(page.getByLabel('State')).toHaveValue('Maharashtra')
})

test('the landing page follows a sign-in in another tab, and can sign out', async ({ page, context }) => {
  await page.goto('/')
  await page.locator('html[data-live]').waitFor()
  await register(await context.newPage(), freshEmail('elsewhere'))
  await expect(page.getByRole('button', { name: 'Asha Rao' })).toBeVisible()
  await logout(page)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
})

test('a forgotten password is reset with the emailed link, which works only once', async ({ page, site }) => {
  const email = freshEmail('forgetful')
  await register(page, email)
  await expect(page.getByText('Registration successful')).toBeVisible()
  await logout(page)

  await page.goto('/auth')
  await page.getByRole('link', { name: 'Forgot Password' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: /send/i }).click()
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible()

  const mail = await site.mail(email, /new password/i)
  const link = mail.text.match(/https?:\/\/\S+\/reset-password\?token=\S+/)?.[0] ?? ''
  expect(link).toContain(site.url)
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill('Krishna Delta 9x')
  await page.getByLabel(/confirm/i).fill('Krishna Delta 9y')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText("Passwords don't match").first()).toBeVisible()
  await page.getByLabel(/confirm/i).fill('Krishna Delta 9x')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText('Your password has been reset successfully').first()).toBeVisible()
  await expect(page).toHaveURL(/\/auth/)
  await site.mail(email, /changed/i)

  await login(page, email, password)
  await expect(page.getByText('Invalid email or password.').first()).toBeVisible()
  await login(page, email, pin)
  await expect(page.getByText('Invalid email or password.').first()).toBeVisible()
  await login(page, email, 'Krishna Delta 9x')
  await expect(page.getByText('Welcome back, Asha Rao!')).toBeVisible()

  await page.context().clearCookies()
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill('Krishna Delta 9z')
  await page.getByLabel(/confirm/i).fill('Krishna Delta 9z')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText('Invalid reset token').first()).toBeVisible()
})

test('a reset page without a token explains it and leads to the page that sends a link', async ({ page }) => {
  await page.goto('/reset-password')
  await expect(page.getByText('No reset token found. Please request a new password reset link.').first()).toBeVisible()
  await expect(page).toHaveURL(/\/forgot-password/)
})

test('the back button skips a reset page without a token', async ({ page }) => {
  await page.goto('/auth')
  await page.goto('/reset-password')
  await expect(page).toHaveURL(/\/forgot-password/)
  await page.goBack()
  await expect(page).toHaveURL(/\/auth/)
})

test('input and clicks before the script has loaded are kept and applied when it has', async ({ page }) => {
  let release = () => {}
  const script = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/*.js', async (route) => {
    await script
    await route.continue()
  })
  await page.goto('/auth', { waitUntil: 'commit' })
  const form = page.getByRole('tabpanel', { name: 'Login' })
  await form.getByLabel('Email', { exact: true }).fill('early@example.com')
  await form.getByLabel('Password or 4-digit PIN').fill('wrong password')
  await form.getByRole('button', { name: 'Show password' }).click()
  await form.getByLabel('Password or 4-digit PIN').press('Enter')
  release()
  await expect(page.getByText('Invalid email or password.').first()).toBeVisible()
  await expect(form.getByLabel('Email', { exact: true })).toHaveValue('early@example.com')
  await expect(form.getByRole('button', { name: 'Hide password' })).toBeVisible()
})

test('a sign-up with mistakes shows each of them at its field', async ({ page }) => {
  const form = await registerTab(page)
  await form.getByLabel('Password', { exact: true }).fill('short')
  await form.getByLabel(/4-digit PIN/).fill('1234')
  await form.getByRole('button', { name: 'Create account' }).click()
  for (const message of [
    'Name must be at least 2 characters',
    'Please enter a valid email address',
    'Phone number must be at least 10 digits',
    'Location is required',
    'Password must be at least 12 characters',
    'Please choose a PIN that is harder to guess',
  ])
    await expect(page.getByText(message).first()).toBeVisible()
})

test('the console is closed to visitors and to members who are not admins', async ({ page }) => {
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Admin sign-in' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Console' })).toHaveCount(0)
  await page.goto('/account')
  await expect(
    page.getByText('You need to be logged in to access this page. Please sign in to continue.'),
  ).toBeVisible()
  await register(page, freshEmail('plain'))
  await expect(page.getByText('Registration successful')).toBeVisible()
  await page.goto('/admin')
  await expect(page.getByText(/This section is restricted to administrators only/)).toBeVisible()
})

test('a visitor without JavaScript reads that applying and signing in need it', async ({ browser, site }) => {
  const plain = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })
  const page = await plain.newPage()
  await page.goto('/auth')
  await expect(page.locator('noscript p')).toContainText('To send a nomination or sign in, please turn on JavaScript.')
  await plain.close()
})
