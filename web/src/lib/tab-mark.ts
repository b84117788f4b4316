/** A fact that this browser tab remembers until it is closed. */
export type TabMark = { set: () => void; isSet: () => boolean }

/** Stores a mark in the tab's session storage. Without storage, the mark lasts until the page is reloaded. */
export function tabMark(key: string): TabMark {
  let isSet = false
  return {
    set() {
      isSet = true
      try {
        sessionStorage.setItem(key, 'true')
      } catch {
        // The variable still holds the mark.
      }
    },
    isSet() {
      try {
        return isSet || sessionStorage.getItem(key) !== null
      } catch {
        return isSet
      }
    },
  }
}
