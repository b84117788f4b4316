import { expect, it } from 'vitest'
import { reportRecipients } from './report-recipients'

it('says who gets the emails about reports for each setting', () => {
  expect(reportRecipients('', '')).toMatch(/^All administrators who may decide about reports get the emails/)
  const named = reportRecipients('asha@example.com', 'bina@example.com')
  expect(named).toMatch(/^These two administrators get the emails/)
  expect(named).toContain('If one of them may no longer decide about reports, or a report concerns both')
})
