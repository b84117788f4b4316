import { expect, it } from 'vitest'
import { directoryProfileForm } from './generated'
import { type OwnProfile, type SeenField, seenBy } from './own-profile'

const fields = directoryProfileForm
  .map(({ name }) => name)
  .filter((name) => name.endsWith('Visibility'))
  .map((name) => name.replace('Visibility', '') as SeenField)

const profile = (isVisible: boolean, visibility: string) =>
  ({ isVisible, ...Object.fromEntries(fields.map((field) => [`${field}Visibility`, visibility])) }) as OwnProfile

it.each(fields)('says who sees the field %s, as the member has chosen', (field) => {
  expect(seenBy(profile(true, 'members'), field)).toBe('All members and our office see it.')
  expect(seenBy(profile(true, 'introduced'), field)).toBe(
    'Our office and members who have been introduced to you see it.',
  )
  expect(seenBy(profile(true, 'nobody'), field)).toBe('Only you and our office see it.')
})

it('says that members see nothing while the profile is not published, or the membership has ended', () => {
  for (const visibility of ['members', 'introduced', 'nobody'])
    expect(seenBy(profile(false, visibility), 'portrait')).toBe('Only you and our office see it.')
})

it('claims nothing before the profile is loaded', () => expect(seenBy(undefined, 'portrait')).toBe(''))
