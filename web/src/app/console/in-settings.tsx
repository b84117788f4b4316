import type { ComponentType } from 'react'
import { SettingsFrame } from './settings-frame'

type Module = { Component: ComponentType }

/** Puts a page of another room into the settings' frame. */
export function inSettings(load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    const { Component: Page } = await load()
    return {
      Component: () => (
        <SettingsFrame>
          <Page />
        </SettingsFrame>
      ),
    }
  }
}
