import { useEffect } from 'react'
import { useParams } from 'react-router'

/**
 * The token of an address like `/invite/:token`. It is removed from the address bar at once, so that neither the history nor an onlooker
 * has it.
 */
export function useHiddenToken(path: string): string {
  const { token = '' } = useParams()
  useEffect(() => {
    const { location, history } = window
    if (token !== '' && location.hash.endsWith(`/${token}`))
      history.replaceState(history.state, '', `${location.pathname}${location.search}#${path}/`)
  }, [token, path])
  return token
}
