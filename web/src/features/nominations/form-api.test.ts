import { describe, expect, it } from 'vitest'
import { ApiError, readApiError } from '@/lib/api-error'
import { builtInReader } from '@/lib/texts-fixture'
import { refusalText } from './form-api'

const text = builtInReader('nomination').group('failed')

describe('the text for a refused nomination', () => {
  it('says that the email is already registered', () => {
    expect(refusalText(new ApiError(409, 'A registration with this email already exists.'), text)).toBe(
      'This email is already registered. Please use a different email address.',
    )
  })

  it('asks for the required fields after a validation error', () => {
    expect(refusalText(new ApiError(400, 'Some required fields are missing'), text)).toBe(
      'Please fill in all required fields correctly.',
    )
  })

  it('is the message of the server for other refusals', () => {
    expect(refusalText(new ApiError(429, 'Too many attempts. Please try again in 20 seconds.'), text)).toBe(
      'Too many attempts. Please try again in 20 seconds.',
    )
  })

  it('refers to support if the server has not answered', () => {
    expect(refusalText(new TypeError('x'), text)).toBe('Please try again or contact support.')
    expect(refusalText(undefined, text)).toBe('Please try again or contact support.')
    expect(refusalText(readApiError(502, 'Bad Gateway', '<h1>nginx</h1>', null), text)).toBe(
      'Please try again or contact support.',
    )
  })
})
