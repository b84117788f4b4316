import type { Browser, Page } from '@playwright/test'
import { authenticatorCode } from './authenticator'
import { expect, freshEmail, type Site, test } from './site'

const password = 'Monsoon Ledger 7'

async function signIn(page: Page, username: string, secret: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Opens the console as the demo's admin. Returns the admin's password, which re-authentication asks for. */
async function openConsole(page: Page, site: Site, path: string): Promise<string> {
  const config = await (await fetch(`${site.url}/api/config`)).json()
  await page.goto(path)
  await expect(page.getByText(config.demoAdmin.password)).toBeVisible()
  await signIn(page, config.demoAdmin.username, config.demoAdmin.password)
  await expect(page.getByText('Welcome to the admin panel')).toBeVisible()
  return config.demoAdmin.password
}

async function freshPage(browser: Browser, site: Site): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.url })
  return context.newPage()
}

test('an invited admin joins, sets up and uses two-step sign-in, and is signed out when deactivated', async ({
  page,
  browser,
  site,
}) => {
  test.slow()
  const username = `meera-${Date.now().toString(36)}`
  const email = freshEmail('meera')
  const own = await openConsole(page, site, '/admin/settings/admins')
  await expect(page.getByRole('heading', { level: 1, name: 'Administrators' })).toBeVisible()
  await page.getByRole('button', { name: 'Invite an administrator' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByLabel('Email', { exact: true }).fill(email)
  await dialog.getByLabel('Role').selectOption('Owner')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog.getByText('Please enter your current password')).toBeVisible()
  await dialog.getByLabel('Current password', { exact: true }).fill(own)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('Invitation sent')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: username })
  await expect(row).toContainText('Invited')

  const mail = await site.mail(email, /invitation/i)
  const link = new URL(mail.text.match(/http\S+token=\S+/)?.[0] ?? '')
  const invited = await freshPage(browser, site)
  await invited.goto(link.pathname + link.search)
  await expect(invited.getByRole('heading', { level: 1 })).toHaveText('Welcome to the console')
  await expect(invited).toHaveURL(`${site.url}/admin/welcome`)
  await invited.getByLabel('New password').fill(password)
  await invited.getByLabel('Confirm password').fill(password)
  await invited.getByRole('button', { name: 'Set password' }).click()
  await expect(invited.getByRole('heading', { level: 1 })).toHaveText('Your password was set')
  await invited.getByRole('link', { name: 'Go to the console' }).click()
  await expect(invited).toHaveURL(`${site.url}/admin`)
  await expect(invited.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(row).toContainText('Active')

  await invited.goto('/admin/settings/account')
  await expect(invited.getByRole('heading', { level: 2, name: 'Two-step sign-in' })).toBeVisible()
  const factor = invited.getByRole('region', { name: 'Two-step sign-in' })
  await factor.getByLabel('Current password', { exact: true }).fill(password)
  await factor.getByRole('button', { name: 'Set up two-step sign-in' }).click()
  await factor.getByRole('button', { name: 'Cancel' }).click()
  await expect(factor.getByLabel('Current password', { exact: true })).toBeFocused()
  await factor.getByLabel('Current password', { exact: true }).fill(password)
  await factor.getByRole('button', { name: 'Set up two-step sign-in' }).click()
  await expect(factor.getByRole('img', { name: /QR code/ })).toBeVisible()
  const secret = (await factor.locator('code').innerText()).replaceAll(/\s/g, '')
  await factor.getByLabel('Code', { exact: true }).fill(authenticatorCode(secret))
  await factor.getByRole('button', { name: 'Confirm' }).click()
  await expect(factor.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(8)
  await invited.getByRole('link', { name: 'Dashboard', exact: true }).click()
  const leaving = invited.getByRole('dialog', { name: 'Have you saved the recovery codes?' })
  await leaving.getByRole('button', { name: 'Cancel' }).click()
  const recoveryCode = await factor.getByRole('listitem').first().innerText()
  await factor.getByRole('button', { name: 'I have saved them' }).click()
  await expect(factor.getByText('Unused recovery codes: 8')).toBeVisible()

  // Admins can change their own address with a recovery code.
  await invited.getByRole('button', { name: 'Change email address' }).click()
  const dialogOfInvited = invited.getByRole('dialog')
  const newEmail = freshEmail('meera-new')
  await dialogOfInvited.getByLabel('New email address').fill(newEmail)
  await dialogOfInvited.getByLabel('Current password', { exact: true }).fill(password)
  await dialogOfInvited.getByRole('button', { name: 'Send the link' }).click()
  await expect(dialogOfInvited.getByText('Please enter the code of your authenticator app')).toBeVisible()
  await dialogOfInvited.getByLabel('Code', { exact: true }).fill(recoveryCode)
  await dialogOfInvited.getByRole('button', { name: 'Send the link' }).click()
  await expect(invited.getByText('Link sent')).toBeVisible()
  await expect(invited.getByRole('button', { name: 'Change email address' })).toBeFocused()
  await expect(factor.getByText('Unused recovery codes: 7')).toBeVisible()
  const confirm = new URL(
    (await site.mail(newEmail, /confirm your new email address/i)).text.match(/http\S+confirm=\S+/)?.[0] ?? '',
  )
  await invited.goto(confirm.pathname + confirm.search)
  await invited.getByRole('button', { name: 'Use the new address' }).click()
  await expect(invited.getByText('Your email address was changed')).toBeVisible()
  await site.mail(email, /email address of your admin account was changed/i)

  await invited.getByRole('button', { name: 'Logout' }).click()
  await expect(invited.getByText('Successfully logged out')).toBeVisible()
  await signIn(invited, username, password)
  await expect(invited.getByRole('heading', { level: 1, name: 'Two-step sign-in' })).toBeVisible()
  await invited.getByLabel('Code', { exact: true }).fill('000000')
  await invited.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(invited.getByText('Login Failed').first()).toBeVisible()
  // A code works only once, and the current one was used to set up the factor, so this is the next one.
  await invited.getByLabel('Code', { exact: true }).fill(authenticatorCode(secret, 1))
  await invited.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(invited.getByText('Welcome to the admin panel')).toBeVisible()

  // Re-authentication now asks this account for a code as well.
  await invited.goto('/admin/settings/admins')
  await invited.getByRole('button', { name: 'Give a member admin rights' }).click()
  await expect(invited.getByRole('dialog').getByLabel('Code', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: `Reset two-step sign-in: ${username}` }).click()
  await dialog.getByLabel('Current password', { exact: true }).fill('wrong password')
  await dialog.getByRole('button', { name: 'Reset two-step sign-in' }).click()
  await expect(dialog.getByText('This is not your current password')).toBeVisible()
  await dialog.getByLabel('Current password', { exact: true }).fill(own)
  await dialog.getByRole('button', { name: 'Reset two-step sign-in' }).click()
  await expect(page.getByText(`${username} can now sign in with the password alone`)).toBeVisible()

  await page.getByRole('button', { name: `Deactivate: ${username}` }).click()
  await dialog.getByLabel('Current password', { exact: true }).fill(own)
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expect(row).toContainText('Deactivated')
  await expect(row.getByText(username, { exact: true })).toBeFocused()
  // The console may have noticed it already.
  await invited.reload()
  await expect(invited.getByLabel('Username')).toBeVisible()

  await page.goto(`/admin/audit?actor=${username}`)
  const log = page.getByRole('table', { name: 'Audit log' })
  for (const sentence of [
    'Accepted the invitation and set a password',
    'Turned two-step sign-in on',
    'Entered the right password and a wrong code',
    'Signed out',
    'Signed in',
  ])
    await expect(log.getByRole('button', { name: sentence }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page).toHaveURL(`${site.url}/admin/audit`)
  await log.getByRole('button', { name: `Deactivated the admin account ${username}` }).click()
  await expect(log.getByText('Is active')).toBeVisible()
  await invited.context().close()
})

test('a member is given admin rights and loses them', async ({ page, browser, site }) => {
  const email = freshEmail('asha')
  const invited = await freshPage(browser, site)
  await invited.request.post('/api/register', {
    data: { name: 'Asha Rao', email, phone: '+919876543210', location: 'Pune', password, requestType: 'membership' },
  })
  const own = await openConsole(page, site, '/admin/settings/admins')
  await page.getByRole('button', { name: 'Give a member admin rights' }).click()
  await page.getByRole('dialog').getByLabel('Email').fill(email)
  await page.getByRole('dialog').getByLabel('Current password', { exact: true }).fill(own)
  await page.getByRole('dialog').getByRole('button', { name: 'Give admin rights' }).click()
  await expect(page.getByText('Asha Rao has not verified their email address yet.').first()).toBeVisible()
  await invited.request.post('/api/forgot-password', { data: { email } })
  const mail = await site.mail(email, /password/i)
  const token = new URL(mail.text.match(/http\S+token=\S+/)?.[0] ?? '').searchParams.get('token')
  await invited.request.post('/api/reset-password', { data: { token, newPassword: password } })
  await page.getByRole('dialog').getByLabel('Current password', { exact: true }).fill(own)
  await page.getByRole('dialog').getByRole('button', { name: 'Give admin rights' }).click()
  await expect(page.getByText('Admin rights given')).toBeVisible()
  const entry = page.getByRole('listitem').filter({ hasText: email })
  await expect(entry).toBeVisible()

  // An older session has no access, because it may have been opened with a PIN.
  await invited.request.post('/api/login', { data: { email, password } })
  await invited.goto('/admin/settings/account')
  await expect(invited.getByText('You are signed in with your member account')).toBeVisible()

  await entry.getByRole('button', { name: 'Withdraw admin rights: Asha Rao' }).click()
  await page.getByRole('dialog').getByLabel('Current password', { exact: true }).fill(own)
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(entry).toHaveCount(0)
  await invited.getByRole('link', { name: 'Nominations' }).click()
  await expect(invited.getByLabel('Username')).toBeVisible()
  await invited.context().close()
})
