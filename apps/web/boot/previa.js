/* global window, document, localStorage */
// Inlined ES5: shows the sign-in that the page already holds, where the application will show it too.
;(function (global) {
  try {
    var isElsewhere = /^#\/(forgot-password|restablecer|invite|impersonate|notfound)/.test(global.location.hash)
    if (!isElsewhere && !localStorage.getItem('auth')) document.documentElement.className += ' previa-visible'
  } catch (refused) {
    return refused // storage refused: an empty page until the application comes
  }
})(window)
