import { Outlet } from 'react-router'
import './console.css'

/** Loads the console's styles, which the pages of the site do not need. */
export function ConsoleStyle() {
  return <Outlet />
}
