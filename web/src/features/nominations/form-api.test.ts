import { describe, expect, it } from 'vitest'
import { ApiError } from '@/lib/api-error'
import { refusalText } from './form-api'

describe('a nomination that was refused', () => {
  it('for an email that is known says so', () => {
    expect(refusalText(new ApiError(409, 'A registration with this email already exists.'))).toBe(
      'This email is already registered. Please use a different email address.',
    )
  })

  it('for a broken rule asks for the required fields', () => {
    expect(refusalText(new ApiError(400, 'Some required fields are missing'))).toBe(
      'Please fill in all required fields correctly.',
    )
  })

  it('else says what the server said', () => {
    expect(refusalText(new ApiError(429, 'Too many attempts. Please try again in 20 seconds.'))).toBe(
      'Too many attempts. Please try again in 20 seconds.',
    )
  })

  it('without a word from the server points to people', () => {
    expect(refusalText(new TypeError('x'))).toBe('Please try again or contact support.')
    expect(refusalText(undefined)).toBe('Please try again or contact support.')
  })
})
