/* global document, localStorage */
// Inlined before the first paint: the stored theme, without a white flash. ES5: it also runs where the bundle cannot.
;(function () {
  try {
    var stored = JSON.parse(localStorage.getItem('app-config') || '{}')
    if (stored && stored.colorMode === 'dark') document.documentElement.setAttribute('data-mantine-color-scheme', 'dark')
  } catch (refused) {
    return refused // storage refused or unreadable: the light theme of the page stays
  }
})()
