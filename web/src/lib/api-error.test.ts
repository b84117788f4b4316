import { describe, expect, it } from 'vitest'
import { ApiError, messageOf, readApiError, unanswered } from './api-error'

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

  it('has the status and the body if the body is not one of our errors', () => {
    expect(readApiError(502, 'Bad Gateway', '<h1>nginx</h1>', null).message).toBe('502: <h1>nginx</h1>')
  })

  it('has the status and its text if the body is empty', () => {
    expect(readApiError(504, 'Gateway Timeout', '', null).message).toBe('504: Gateway Timeout')
  })

  it('has the time to wait before a retry', () => {
    expect(readApiError(429, '', '{"message":"Slow down."}', '30').retryAfterSeconds).toBe(30)
  })

  it('has the fallback as its message if the server did not send it', () => {
    expect(messageOf(new TypeError('x is not a function'), 'Please try again.')).toBe('Please try again.')
    expect(messageOf(new ApiError(409, 'Taken.'), 'Please try again.')).toBe('Taken.')
  })

  it('has the sentence of the call as its message if the answer has none', () => {
    const sentence = 'Failed to delete membership tier'
    for (const body of ['', '<h1>nginx</h1>', '{}', '{"message":""}'])
      expect(messageOf(readApiError(502, 'Bad Gateway', body, null), sentence)).toBe(sentence)
    expect(messageOf(readApiError(409, '', '{"message":"Taken."}', null), sentence)).toBe('Taken.')
    expect(messageOf(unanswered(), sentence)).toBe(
      'We do not know whether this arrived. Check the page, then try again.',
    )
  })

  it('has the status as its message if the call has no sentence of its own', () => {
    expect(messageOf(readApiError(502, 'Bad Gateway', '', null), 'Please try again.')).toBe('502: Bad Gateway')
  })
})
