import { describe, expect, it } from 'vitest'
import { ApiError, messageOf, readApiError } from './api-error'

describe('an error of the server', () => {
  it('keeps the public sentence and the sentence of each field', () => {
    const body = JSON.stringify({
      status: 400,
      message: 'Please enter a valid email address',
      data: { email: { code: 'invalid', message: 'Please enter a valid email address' } },
    })
    const error = readApiError(400, 'Bad Request', body, null)
    expect(error.status).toBe(400)
    expect(error.message).toBe('Please enter a valid email address')
    expect(error.fields).toEqual({ email: 'Please enter a valid email address' })
  })

  it('says status, colon and body when the body is no error of ours', () => {
    expect(readApiError(502, 'Bad Gateway', '<h1>nginx</h1>', null).message).toBe('502: <h1>nginx</h1>')
  })

  it('says the status text when the body is empty', () => {
    expect(readApiError(504, 'Gateway Timeout', '', null).message).toBe('504: Gateway Timeout')
  })

  it('tells how long to wait', () => {
    expect(readApiError(429, '', '{"message":"Slow down."}', '30').retryAfterSeconds).toBe(30)
  })

  it('leaves the fallback to whatever is no answer of the server', () => {
    expect(messageOf(new TypeError('x is not a function'), 'Please try again.')).toBe('Please try again.')
    expect(messageOf(new ApiError(409, 'Taken.'), 'Please try again.')).toBe('Taken.')
  })
})
