import { expect, it } from 'vitest'
import { previewOf } from './drafts-tab'

it.each([
  [
    { name: ' Zoya ', companyName: 'Malabar Marine' },
    { name: 'Zoya', company: 'Malabar Marine' },
  ],
  [{ companyName: 'Malabar Marine' }, { name: '', company: 'Malabar Marine' }],
  [{}, { name: '', company: '' }],
  [
    { name: 7, companyName: ['a'] },
    { name: '', company: '' },
  ],
  [{ name: '   ' }, { name: '', company: '' }],
])('shows the name and the company of a draft: %#', (formData, preview) => expect(previewOf(formData)).toEqual(preview))
