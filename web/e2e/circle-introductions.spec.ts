import { ownerPassword } from './console'
import { press } from './keys'
import { signIn, signInWithNewPassword } from './member'
import { expect, openSite, test } from './site'
import { expectNoFaults } from './walk'

test('members ask, accept and write, and a decline stays silent', async ({ browser }) => {
  // The test answers the demo's requests, so it has a server of its own.
  const site = await openSite()
  try {
    const page = await (await browser.newContext({ baseURL: site.url })).newPage()
    const other = await (await browser.newContext({ baseURL: site.url })).newPage()
    await signIn(page)

    await test.step('the member accepts a request from their home, by keyboard', async () => {
      await page.goto('/circle')
      await press(page, page.getByRole('link', { name: 'Pushpa Chaudhary asks for an introduction' }))
      await expect(page.getByRole('heading', { level: 1, name: 'Pushpa Chaudhary' })).toBeVisible()
      await expect(page.getByText('a first independent director for a solar company')).toBeVisible()
      await expectNoFaults(page, 'content')
      await press(page, page.getByRole('button', { name: 'Accept' }))
      await expect(page.getByText('You are introduced to Pushpa Chaudhary')).toBeVisible()
      await page.getByLabel('Write to Pushpa Chaudhary').fill('Shall we speak on Tuesday?')
      await page.getByRole('button', { name: 'Send' }).click()
      await expect(page.getByRole('list', { name: 'Messages with Pushpa Chaudhary' })).toContainText('on Tuesday?')
      await expectNoFaults(page, 'content')
    })

    await test.step('the other member reads the message and answers', async () => {
      const mail = await site.mail('pushpa.chaudhary@sample.example', /has written to you/)
      expect(mail.text).not.toContain('Tuesday')
      await signInWithNewPassword(other, site, 'pushpa.chaudhary@sample.example')
      await other.goto('/circle/introductions')
      await other.getByRole('link', { name: 'Meera Krishnan' }).click()
      await expect(other.getByText('Shall we speak on Tuesday?', { exact: true })).toBeVisible()
      await other.getByLabel('Write to Meera Krishnan').fill('Tuesday is good.')
      await other.getByRole('button', { name: 'Send' }).click()
      await expect(other.getByText('Tuesday is good.', { exact: true })).toBeVisible()
      // The first member still has the conversation open, and reads the answer without a reload.
      await expect(page.getByText('Tuesday is good.', { exact: true })).toBeVisible({ timeout: 45_000 })
    })

    await test.step('the member asks another one, who declines without a trace', async () => {
      await page.goto('/circle/directory?search=swati')
      await page.getByRole('link', { name: 'Swati Joshi' }).click()
      await page.getByRole('button', { name: 'Ask for an introduction' }).click()
      await page.getByLabel('Reason').fill('See https://example.com for what I would like to ask.')
      await page.getByRole('button', { name: 'Send the request' }).click()
      await expect(page.getByText('Please write without web and email addresses')).toBeVisible()
      await page.getByLabel('Reason').fill('You sit on a stakeholders committee, and I join one in April.')
      await page.getByRole('button', { name: 'Send the request' }).click()
      await page.getByRole('link', { name: 'See your request' }).click()
      await expect(page.getByText('Waiting for the answer')).toBeVisible()
      await site.mail('swati.joshi@sample.example', /Meera Krishnan asks for an introduction/)
      await other.context().clearCookies()
      await signInWithNewPassword(other, site, 'swati.joshi@sample.example')
      await other.goto('/circle')
      await other.getByRole('link', { name: 'Meera Krishnan asks for an introduction' }).click()
      await expect(other.getByRole('heading', { level: 1, name: 'Meera Krishnan' })).toBeVisible()
      await other.getByRole('button', { name: 'Decline' }).click()
      await other.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
      await expect(other.getByText('The other member is not told.')).toBeVisible()
      await page.reload()
      await expect(page.getByText('Waiting for the answer')).toBeVisible()
    })

    await test.step('the member closes a conversation', async () => {
      await page.goto('/circle/introductions')
      await expect(page.getByRole('region', { name: 'Your requests' }).getByText('Swati Joshi')).toBeVisible()
      await expectNoFaults(page, 'content')
      await page.getByRole('link', { name: 'Lata Bhattacharya' }).click()
      await page.getByRole('button', { name: 'Close the conversation' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Close the conversation' }).click()
      await expect(page.getByText('no one can write messages')).toBeVisible()
    })

    await test.step('the member accepts a mentee, reads the guide and asks a mentor', async () => {
      await page.goto('/circle/mentors')
      await press(page, page.getByRole('button', { name: 'Accept Ambika Pai' }))
      const mentees = page.getByRole('region', { name: 'Members whom you mentor' })
      await expect(mentees.getByText('Ambika Pai').first()).toBeVisible()
      await expectNoFaults(page, 'content')
      await page.getByRole('combobox', { name: 'Topic' }).selectOption('Legal and compliance')
      await expect(page.getByText('Can help with legal and compliance')).toBeVisible()
      await page.getByRole('button', { name: 'Ask Zarine Mistry' }).click()
      await page.getByLabel('What you would like to learn').fill('I would like to read disclosures as you do.')
      await page.getByRole('button', { name: 'Send the request' }).click()
      await expect(page.getByText('Your request waits for an answer until')).toBeVisible()
      await site.mail('zarine.mistry@sample.example', /Meera Krishnan asks you to be their mentor/)
      await mentees.getByRole('link', { name: 'Guide to the first meeting' }).first().click()
      await expect(page.getByRole('heading', { name: 'One hour together' })).toBeVisible()
      await expectNoFaults(page, 'content')
    })

    await test.step('the office introduces two members', async () => {
      const office = await (await browser.newContext({ baseURL: site.url })).newPage()
      const answer = await office.request.post('/api/admin/login', {
        data: { username: 'demo', password: ownerPassword },
      })
      expect(answer.status()).toBe(200)
      await office.goto('/admin/introductions')
      await office.getByRole('button', { name: 'Introduce two members' }).click()
      for (const [field, name] of [
        ['First member', 'Meera Krishnan'],
        ['Second member', 'Revathi Iyer'],
      ] as const) {
        await office.getByLabel(field).fill(name)
        await office.getByRole('dialog').getByRole('button', { name }).click()
      }
      await office.getByLabel('Reason').fill('You both move to a new audit firm next year.')
      await office.getByRole('button', { name: 'Send to both' }).click()
      await expect(office.getByText('Both members have the suggestion')).toBeVisible()
      await expect(office.getByRole('row', { name: /Revathi Iyer/ })).toContainText('Waiting')
      await site.mail('revathi.iyer@sample.example', /introduce you to Meera Krishnan/)
      await office.context().close()
    })
  } finally {
    await site.close()
  }
})
