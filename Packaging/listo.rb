# A formula for Homebrew. Not tried: written where there was no macOS. The address and the sum of a release have to be put in.
class Listo < Formula
  desc "Read, change, convert and merge reminders in iCalendar files"
  homepage "https://example.org/listo"
  url "https://example.org/listo/listo-0.1.0.tar.gz"
  sha256 "0" * 64
  license "Apache-2.0"

  depends_on "pkg-config" => :build
  depends_on xcode: ["26.0", :build]
  depends_on "expat"
  depends_on "libical"
  depends_on macos: :tahoe
  depends_on "pcre2"

  def install
    system "make", "install", "PREFIX=#{prefix}", "ZSH_FUNCTIONS=#{zsh_completion}"
  end

  test do
    (testpath/"home.ics").write <<~ICS
      BEGIN:VCALENDAR
      VERSION:2.0
      PRODID:-//Homebrew//Test//EN
      BEGIN:VTODO
      UID:1
      DTSTAMP:20260101T000000Z
      SUMMARY:Water the plants
      END:VTODO
      END:VCALENDAR
    ICS
    assert_match "Water the plants", shell_output("#{bin}/listo list #{testpath}/home.ics")
  end
end
