# Of scripts that change files while a window shows them: window and script take turns. Needs $folder; $window, once there is one.

# A picture that the window's script saves says that it waits for the next change.
wait_for() {
  for _ in $(seq 1 600); do
    [ -s "$1" ] && return 0
    kill -0 "$window" 2>/dev/null || return 1
    sleep 0.1
  done
  echo "not there after a minute: $1" >&2
  return 1
}
# edit SED FILE, a second later: times of files may be as coarse
edit() { sleep 1.1 && sed "$1" "$2" >"$folder/edited" && mv "$folder/edited" "$2"; }
