/** Takes out what people put between the digits of a number: "(022) 5555-0143", "+91 98765 43210". */
export function digitsOf(phone: string): string {
  return phone.replace(/[\s().\u2010-\u2015-]/g, '')
}
