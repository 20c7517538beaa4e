/** The authority's own hosts: producción and pruebas. */
export const HOSTS_SRI: readonly string[] = ['cel.sri.gob.ec', 'celcer.sri.gob.ec']

const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)

/**
 * Checks the address of the services once, so that no call can go elsewhere: a host of the SRI (https only), this machine, or one of
 * `allowedHosts`. Throws RangeError.
 */
export function checkBaseUrl(baseUrl: string, allowedHosts: readonly string[]): URL {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.search || url.hash || url.username)
    throw new RangeError(`La dirección de los servicios del SRI no es válida: ${baseUrl}`)
  const host = url.hostname.toLowerCase()
  const mayBePlain = isLoopback(host) || allowedHosts.includes(host)
  if (!mayBePlain && !HOSTS_SRI.includes(host)) throw new RangeError(`El servidor ${host} no es del SRI ni está permitido.`)
  if (url.protocol === 'http:' && !mayBePlain) throw new RangeError(`Los servicios del SRI se llaman por https: ${baseUrl}`)
  return url
}
