import { choose, pay, proceed, signedIn } from './buyer'
import { accessibilityViolations, overflows } from './faults'
import { expect, freshEmail, test } from './site'

test('a company buys memberships for its people, one person accepts, and the membership is taken back', async ({
  page,
  browser,
  site,
}) => {
  const [buyer, invited] = [freshEmail('company'), freshEmail('invited')]
  await signedIn(page, buyer)
  const dialog = await choose(page, 'Join for a Year')
  await dialog.getByRole('radio', { name: 'My company' }).check()
  await dialog.getByLabel('Company’s legal name').fill('Rao Textiles')
  await dialog.getByLabel('Address').fill('12 Residency Road, Pune')
  await dialog.getByRole('radio', { name: 'Several people' }).check()
  await dialog.getByLabel(/^Number of memberships/).fill('2')
  await pay(await proceed(page, dialog))
  await expect(page.getByText('Payment Successful!')).toBeVisible()

  await page.goto('/account')
  const overview = page.getByRole('region', { name: 'Memberships for your team' })
  await expect(overview.getByText(/: 2 not assigned \(invite by /)).toBeVisible()
  await overview.getByRole('link', { name: 'Invite your team' }).click()
  await page.getByRole('button', { name: 'Invite: number 1' }).click()
  const invitation = page.getByRole('dialog', { name: 'Invite a person' })
  await invitation.getByLabel('Name').fill('Bina Das')
  await invitation.getByLabel('Email').fill(invited)
  await invitation.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(
    page.getByRole('row').filter({ hasText: 'Bina Das' }).getByText('Invited', { exact: true }),
  ).toBeVisible()

  const { text } = await site.mail(invited, /invite|membership/i)
  const link = /\/seat\?token=[^\s)>]+/.exec(text)?.[0] ?? ''
  const guest = await (await browser.newContext({ baseURL: site.url })).newPage()
  await guest.goto(link)
  await expect(guest.getByText('Rao Textiles bought')).toBeVisible()
  await expect(guest).toHaveURL(`${site.url}/seat`)
  await guest.getByLabel('Phone', { exact: true }).fill('+91 98765 43211')
  await guest.getByLabel('Location').fill('Pune, Maharashtra')
  await guest.getByLabel('Password', { exact: true }).fill('Monsoon Ledger 7')
  await guest.getByRole('button', { name: 'Create account' }).click()
  await guest.getByRole('button', { name: 'Accept the membership' }).click()
  await expect(guest.getByText('Membership Accepted')).toBeVisible()
  await expect(guest.getByRole('region', { name: 'Membership card' })).toContainText('Annual Membership')

  await guest.goto(link)
  await expect(guest.getByText('This invitation was already accepted.')).toBeVisible()
  await guest.close()

  await page.reload()
  const row = page.getByRole('row').filter({ hasText: 'Bina Das' })
  await expect(row.getByText('Accepted', { exact: true })).toBeVisible()
  expect(await accessibilityViolations(page, ['light'])).toEqual([])
  expect(await overflows(page)).toEqual([])
  await page.getByRole('button', { name: 'Take back: number 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
  await expect(page.getByText('Membership Taken Back')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Invite: number 1' })).toBeVisible()
})
