import { describe, expect, it } from 'vitest'
import { mailTo } from './mail-address'

describe('a link to write to somebody', () => {
  it('names her address as it is', () => expect(mailTo('asha.rao@example.com')).toBe('mailto:asha.rao@example.com'))

  it.each([
    ['a?bcc=evil%40evil.example&x=@example.com', 'mailto:a%3Fbcc%3Devil%2540evil.example%26x%3D@example.com'],
    ['a#b@example.com', 'mailto:a%23b@example.com'],
  ])('lets an address add nothing to the letter: %j', (email, link) => expect(mailTo(email)).toBe(link))
})
