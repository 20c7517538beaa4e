import { isIPv6 } from 'node:net'

const hostOf = (address: string) => new URL(`http://[${address}]`).hostname.slice(1, -1)

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = hostOf(address).split('::')
  const [front, back] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean)) as [string[], string[]]
  return [...front, ...Array.from({ length: 8 - front.length - back.length }, () => '0'), ...back]
}

const ipv4Of = (groups: readonly string[]) =>
  groups
    .slice(-2)
    .flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255])
    .join('.')

/**
 * The network that limits count: an IPv4 address, or the 64 bits of an IPv6 address from its provider (its owner chooses the other 64 anew
 * for every call). The shown and audited address stays whole.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return plain
  const groups = groupsOf(plain)
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return ipv4Of(groups)
  return `${hostOf(`${groups.slice(0, 4).join(':')}::`)}/64`
}

/** The 48 bits of an IPv6 address that a provider gives to one customer, who may take 65,536 networks out of them; null for IPv4. */
export function siteOf(address: string): string | null {
  const network = networkOf(address)
  return network.endsWith('/64') ? `${hostOf(`${groupsOf(network.slice(0, -3)).slice(0, 3).join(':')}::`)}/48` : null
}
